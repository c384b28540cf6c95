"""The games as environments of other libraries: `pettingzoo` (all seats), `gymnasium` (one seat).

Import the module you need; nothing here imports those libraries by itself.
"""

"""The bot protocol: programs of other people get moves for their empty seats; docs/bot-protocol.md.

`messages` are what goes over the wire, `decider` answers them, `http` and `stdio` carry them. This
package needs no web framework; `http` alone does.
"""

from typing import Final

PROTOCOL: Final = 1
# Bytes of one request.
MAX_BYTES: Final = 1 << 20

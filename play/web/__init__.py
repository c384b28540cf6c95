"""The pages: server-rendered, usable without JavaScript, in English and Russian."""

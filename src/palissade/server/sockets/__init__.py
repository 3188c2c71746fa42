"""The live line. The frames are picows's, a WebSocket implementation in C: a third of the time of an action went into
the layers of an ASGI server around `send`.
"""

"""What goes over the wire, and nothing else: the types from which the API's documentation and the page's types are
made. Times are milliseconds since 1970 (UTC); seats count from 0 in order of play.
"""

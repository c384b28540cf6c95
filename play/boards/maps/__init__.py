"""Committed maps, one SVG each: shapes with stable ids, drawn by the tool in `maps/`."""

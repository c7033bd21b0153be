"""Pairings and seats: tables for knock-outs, Swiss tournaments and round robins."""

"""Who sits with whom, and where: tables for knock-outs, Swiss tournaments and round robins."""

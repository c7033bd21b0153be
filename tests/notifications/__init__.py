"""Tests of notices: the ledger, the mails and the mailbox."""

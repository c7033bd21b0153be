"""What changes who follows whom, and what followers are told."""

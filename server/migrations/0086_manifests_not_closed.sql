-- compatible-from: 0082
ALTER TABLE interhub_transfer ADD COLUMN not_closed_reason text;
COMMENT ON COLUMN interhub_transfer.not_closed_reason IS 'Why it could not be closed at its time to close; null when it could, or has been closed since.';

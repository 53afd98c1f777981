-- compatible-from: 0063
-- The check of an update records what it found, so that the run changes only what is still so (decision 0177).

COMMENT ON COLUMN bulk_row.effect IS 'What an update would change of the shipment according to its check, or changed in its run: the values before and after it. Null until the check.';

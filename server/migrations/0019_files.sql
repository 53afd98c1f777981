-- A file is promised when its upload address is given out, and used only after its content was checked.

ALTER TABLE stored_file
  ADD COLUMN state text NOT NULL DEFAULT 'checked' CHECK (state IN ('awaited', 'checked', 'refused')),
  -- Why it was refused, as a sentence.
  ADD COLUMN refusal text NOT NULL DEFAULT '',
  -- Of pictures.
  ADD COLUMN width integer,
  ADD COLUMN height integer;
CREATE INDEX stored_file_awaited ON stored_file (provider_id, time_created) WHERE state = 'awaited';

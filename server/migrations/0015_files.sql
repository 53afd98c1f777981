-- Stored files; their bytes are in the file store.

CREATE TABLE stored_file (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  folder text NOT NULL,
  name text NOT NULL,
  display_name text NOT NULL,
  content_type text NOT NULL,
  size integer NOT NULL,
  width integer,
  height integer,
  state text NOT NULL DEFAULT 'checked' CHECK (state IN ('awaited', 'checked', 'refused')),
  refusal text NOT NULL DEFAULT '',
  digest text NOT NULL,
  shipment_id bigint,
  tracking_event_id bigint,
  note_id bigint,
  is_internal boolean NOT NULL DEFAULT false,
  created_by text NOT NULL,
  time_created timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, shipment_id) REFERENCES shipment (provider_id, id),
  FOREIGN KEY (provider_id, note_id) REFERENCES shipment_note (provider_id, id)
);
COMMENT ON TABLE stored_file IS 'Uploaded files. A file is announced when its upload address is given out and used only after its content was checked.';
COMMENT ON COLUMN stored_file.name IS 'Name in the file store.';
COMMENT ON COLUMN stored_file.size IS 'Bytes.';
COMMENT ON COLUMN stored_file.width IS 'Pixels, of pictures.';
COMMENT ON COLUMN stored_file.height IS 'Pixels, of pictures.';
COMMENT ON COLUMN stored_file.refusal IS 'Why it was refused, as a sentence.';
COMMENT ON COLUMN stored_file.note_id IS 'The note it is attached to; deleted with it.';
COMMENT ON COLUMN stored_file.is_internal IS 'The note is for staff.';
CREATE UNIQUE INDEX stored_file_name ON stored_file (provider_id, folder, name);
CREATE INDEX stored_file_shipment ON stored_file (provider_id, shipment_id);
CREATE INDEX stored_file_awaited ON stored_file (provider_id, time_created) WHERE state = 'awaited';
CREATE INDEX stored_file_note ON stored_file (provider_id, note_id) WHERE note_id IS NOT NULL;
CALL tenant_table('stored_file', NULL, 'Written once; the event or note that holds a file is its record.');

CREATE TABLE generated_file (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  key text NOT NULL,
  bytes bigint NOT NULL,
  time_expires timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id)
);
COMMENT ON TABLE generated_file IS 'Documents that are kept as long as their links work. The row is written before the file and deleted after it.';
COMMENT ON COLUMN generated_file.key IS 'Name in the file store.';
CREATE INDEX generated_file_expired ON generated_file (provider_id, time_expires);
CALL tenant_table('generated_file', NULL, 'Made again at any time; what it shows is audited.');

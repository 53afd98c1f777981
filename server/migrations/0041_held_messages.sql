-- Messages that wait for the end of the quiet hours are found without reading the others.
CREATE INDEX message_held ON message (provider_id, id) WHERE status = 'queued' AND time_sent IS NULL AND reason IS NOT NULL;

-- What a note is about, one of the kinds that the company has named.
ALTER TABLE shipment_note ADD COLUMN note_type text NOT NULL DEFAULT 'shipment-note';

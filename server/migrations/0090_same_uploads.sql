-- compatible-from: 0063
-- A photo of a stop with several shipments is sent once and copied for each of them.
CREATE INDEX stored_file_received ON stored_file (provider_id, received_digest) WHERE received_digest <> '';

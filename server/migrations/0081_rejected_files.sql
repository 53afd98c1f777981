-- compatible-from: 0063
-- A schedule looks for rejected uploads every half minute.
CREATE INDEX stored_file_refused ON stored_file (provider_id, time_created) WHERE state = 'refused';

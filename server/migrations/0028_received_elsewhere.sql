-- compatible-from: 0027
ALTER TABLE interhub_transfer ADD COLUMN received_by text, ADD COLUMN received_from_branch_id bigint;
COMMENT ON COLUMN interhub_transfer.received_by IS 'User name of who declared the unloading complete.';
COMMENT ON COLUMN interhub_transfer.received_from_branch_id IS 'The branch of that person, when it is not the one the load goes to.';

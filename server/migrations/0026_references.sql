-- Foreign keys to tables of files that come later.

ALTER TABLE counter ADD FOREIGN KEY (provider_id) REFERENCES provider (id);
ALTER TABLE account ADD FOREIGN KEY (provider_id, branch_id) REFERENCES branch (provider_id, id);

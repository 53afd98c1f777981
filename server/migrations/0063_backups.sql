-- compatible-from: 0060
-- Backups that were made, by which the age of the newest is known. Not a tenant table: a backup is of the installation.
CREATE TABLE backup_run (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  time_started timestamptz NOT NULL,
  time_ended timestamptz NOT NULL,
  bytes bigint NOT NULL
);
GRANT SELECT ON backup_run TO courier_platform;

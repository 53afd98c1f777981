-- compatible-from: 0060
-- What the nightly check of the invariants found, the newest result of each; the log keeps what was before.
CREATE TABLE invariant_result (
  provider_id integer NOT NULL REFERENCES provider (id),
  number integer NOT NULL,
  rows_broken bigint NOT NULL,
  -- The first rows that break it: ids and amounts.
  sample jsonb NOT NULL,
  time_run timestamptz NOT NULL,
  took_ms integer NOT NULL,
  PRIMARY KEY (provider_id, number)
);
CALL tenant_table('invariant_result', NULL, 'What a check found; it changes nothing.');

-- compatible-from: 0026
-- Lanes of the outbox find their jobs by listener; failed jobs are listed.
CREATE INDEX outbox_lane ON outbox (provider_id, listener, next_attempt_at, id) WHERE dead_at IS NULL;
CREATE INDEX outbox_failed ON outbox (provider_id, dead_at DESC, id DESC) WHERE dead_at IS NOT NULL;

-- What a person decided about a failed job: the audit records it, while jobs themselves are not audited.
CREATE TABLE failed_job_decision (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  job_id bigint NOT NULL,
  listener text NOT NULL,
  decision text NOT NULL CONSTRAINT failed_job_decision_decision_listed CHECK (decision IN (
    'retry',
    'discard')),
  attempts integer NOT NULL,
  time_created timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id)
);
CALL tenant_table('failed_job_decision', 'failed_job', 'job_id');

COMMENT ON TABLE failed_job_decision IS 'What a person decided about a job that had failed for good: to retry or to discard it.';

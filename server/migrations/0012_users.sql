-- Users who may not sign in for now, roles that two people edit at once, and acting as a customer.

ALTER TABLE app_user ADD COLUMN disabled_date timestamptz;
ALTER TABLE role ADD COLUMN version integer NOT NULL DEFAULT 1;

-- From when on somebody of the company acted as a customer. One row per sign-in and customer; what was done then
-- stands in the audit under both names.
CREATE TABLE impersonation (
  provider_id integer NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL,
  by_user_id bigint NOT NULL,
  by_username text NOT NULL,
  session_id bigint NOT NULL,
  time_started timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, user_id) REFERENCES app_user (provider_id, id),
  FOREIGN KEY (provider_id, by_user_id) REFERENCES app_user (provider_id, id)
);
CREATE UNIQUE INDEX impersonation_of_session ON impersonation (provider_id, session_id, user_id);
CALL tenant_table('impersonation', 'user', 'user_id');

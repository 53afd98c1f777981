-- When the person behind a session last confirmed who it is: with a code, a passkey or the password.
ALTER TABLE session ADD COLUMN time_confirmed timestamptz;

-- Each confirmation after the sign-in, for the audit trail of the user.
CREATE TABLE step_up (
  provider_id integer NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL,
  session_id bigint NOT NULL,
  method text NOT NULL,
  time_confirmed timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, user_id) REFERENCES app_user (provider_id, id)
);
CALL tenant_table('step_up', 'user', 'user_id');

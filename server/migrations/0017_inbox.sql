-- Messages of the product to its own people. One is for a user, for all users of an account, or for staff; what its
-- readers must be allowed to is in `needs`. Who has read it stands apart, one row per reader.

CREATE TABLE inbox_message (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  user_id bigint,
  account_id bigint,
  -- Of a message for staff: kept from staff who are limited to another branch.
  branch_id bigint,
  needs text NOT NULL DEFAULT '',
  kind text NOT NULL CHECK (kind IN ('shipment', 'billing', 'account', 'security')),
  subject text NOT NULL,
  body text NOT NULL,
  link text NOT NULL DEFAULT '',
  time_created timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, user_id) REFERENCES app_user (provider_id, id),
  FOREIGN KEY (provider_id, account_id) REFERENCES account (provider_id, id),
  FOREIGN KEY (provider_id, branch_id) REFERENCES branch (provider_id, id),
  CHECK (user_id IS NULL OR account_id IS NULL)
);
CREATE INDEX inbox_message_user ON inbox_message (provider_id, user_id, time_created DESC) WHERE user_id IS NOT NULL;
CREATE INDEX inbox_message_account ON inbox_message (provider_id, account_id, time_created DESC) WHERE account_id IS NOT NULL;
CREATE INDEX inbox_message_staff ON inbox_message (provider_id, time_created DESC) WHERE user_id IS NULL AND account_id IS NULL;
CREATE INDEX inbox_message_age ON inbox_message (provider_id, time_created);
CALL tenant_table('inbox_message', NULL, 'Told to people, never changed; what it tells of is audited itself.');

CREATE TABLE inbox_mark (
  provider_id integer NOT NULL REFERENCES provider (id),
  message_id bigint NOT NULL,
  user_id bigint NOT NULL,
  is_read boolean NOT NULL,
  time_modified timestamptz NOT NULL,
  PRIMARY KEY (provider_id, message_id, user_id),
  FOREIGN KEY (provider_id, message_id) REFERENCES inbox_message (provider_id, id) ON DELETE CASCADE,
  FOREIGN KEY (provider_id, user_id) REFERENCES app_user (provider_id, id)
);
CREATE INDEX inbox_mark_user ON inbox_mark (provider_id, user_id);
CALL tenant_table('inbox_mark', NULL, 'What somebody has read is their own affair.');

-- Messages to customers and receivers, and the inbox of users.

CREATE TABLE message (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  shipment_id bigint,
  account_id bigint,
  channel text NOT NULL DEFAULT 'email',
  event text NOT NULL,
  recipient text NOT NULL,
  subject text NOT NULL DEFAULT '',
  body text NOT NULL,
  once_key text NOT NULL,
  status text NOT NULL CHECK (status IN ('queued', 'sent', 'delivered', 'failed', 'skipped')),
  reason text,
  gateway_message_id text,
  time_sent timestamptz,
  time_created timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, shipment_id) REFERENCES shipment (provider_id, id),
  FOREIGN KEY (provider_id, account_id) REFERENCES account (provider_id, id)
);
COMMENT ON TABLE message IS 'E-mails, SMS and WhatsApp messages.';
COMMENT ON COLUMN message.once_key IS 'A message is sent once per key.';
COMMENT ON COLUMN message.reason IS 'Why it waits, failed or was not sent.';
CREATE UNIQUE INDEX message_once ON message (provider_id, once_key);
CREATE INDEX message_shipment ON message (provider_id, shipment_id, id DESC);
CREATE INDEX message_newest ON message (provider_id, time_created);
-- Messages that wait for the end of the quiet hours are found without reading the others.
CREATE INDEX message_held ON message (provider_id, id)
  WHERE status = 'queued' AND time_sent IS NULL AND reason IS NOT NULL;
CREATE INDEX message_at_gateway ON message (provider_id, gateway_message_id) WHERE gateway_message_id IS NOT NULL;
CALL tenant_table('message', NULL, 'The communication log is its own record.');

CREATE TABLE inbox_message (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  user_id bigint,
  account_id bigint,
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
COMMENT ON TABLE inbox_message IS 'Messages in the inbox: for a user, for the users of an account, or for staff.';
COMMENT ON COLUMN inbox_message.branch_id IS 'Of a message for staff: hidden from staff who are limited to another branch.';
COMMENT ON COLUMN inbox_message.needs IS 'Permission that its readers need; empty: none.';
CREATE INDEX inbox_message_user ON inbox_message (provider_id, user_id, time_created DESC) WHERE user_id IS NOT NULL;
CREATE INDEX inbox_message_account ON inbox_message (provider_id, account_id, time_created DESC)
  WHERE account_id IS NOT NULL;
CREATE INDEX inbox_message_staff ON inbox_message (provider_id, time_created DESC)
  WHERE user_id IS NULL AND account_id IS NULL;
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
COMMENT ON TABLE inbox_mark IS 'Who has read which message.';
CREATE INDEX inbox_mark_user ON inbox_mark (provider_id, user_id);
CALL tenant_table('inbox_mark', NULL, 'What somebody has read is their own affair.');

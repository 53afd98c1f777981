-- Month-end: runs with their progress, charges that wait for a claim, reminders and promises to pay.
-- compatible-from: 0034
CREATE TABLE month_end_run (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  action text NOT NULL CHECK (action IN ('issue', 'send')),
  period_end date NOT NULL,
  state text NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'done', 'failed')),
  last_id bigint NOT NULL DEFAULT 0,
  total integer NOT NULL,
  done integer NOT NULL DEFAULT 0,
  made integer NOT NULL DEFAULT 0,
  amount bigint NOT NULL DEFAULT 0,
  failures jsonb NOT NULL DEFAULT '[]',
  started_by text NOT NULL,
  time_started timestamptz NOT NULL,
  time_finished timestamptz,
  PRIMARY KEY (provider_id, id)
);
COMMENT ON TABLE month_end_run IS 'Runs of month-end. Each batch moves last_id in the transaction of its effect, so that a killed run continues where it stopped.';
COMMENT ON COLUMN month_end_run.state IS 'failed: finished, but some accounts failed.';
COMMENT ON COLUMN month_end_run.last_id IS 'The last account (issue) or invoice (send) that is done, in the order of their ids.';
COMMENT ON COLUMN month_end_run.total IS 'Accounts or invoices to do, counted at the start.';
COMMENT ON COLUMN month_end_run.made IS 'Invoices issued, or e-mails queued.';
COMMENT ON COLUMN month_end_run.amount IS 'Cents invoiced.';
COMMENT ON COLUMN month_end_run.failures IS 'The accounts that failed, and why.';
CREATE UNIQUE INDEX month_end_run_one ON month_end_run (provider_id) WHERE state = 'running';
CREATE INDEX month_end_run_period ON month_end_run (provider_id, period_end, id DESC);
CALL tenant_table('month_end_run', 'month_end_run', 'id');

CREATE TABLE charge_hold (
  provider_id integer NOT NULL REFERENCES provider (id),
  shipment_id bigint NOT NULL,
  cause text NOT NULL CHECK (cause IN ('claim', 'dispute')),
  time_created timestamptz NOT NULL,
  PRIMARY KEY (provider_id, shipment_id, cause),
  FOREIGN KEY (provider_id, shipment_id) REFERENCES shipment (provider_id, id)
);
COMMENT ON TABLE charge_hold IS 'Shipments with an open claim or dispute: no reminders are sent for their invoices, and with a setting their charges are not invoiced.';
ALTER TABLE claim NO FORCE ROW LEVEL SECURITY;
INSERT INTO charge_hold (provider_id, shipment_id, cause, time_created)
SELECT provider_id, shipment_id, 'claim', min(time_created) FROM claim
WHERE state IN ('submitted', 'in-review', 'needs-information') GROUP BY provider_id, shipment_id;
ALTER TABLE claim FORCE ROW LEVEL SECURITY;
CALL tenant_table('charge_hold', NULL, 'Follows from the claims and disputes, which are audited.');

CREATE TABLE payment_reminder (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  account_id bigint NOT NULL,
  invoice_id bigint NOT NULL,
  step integer NOT NULL CHECK (step BETWEEN 1 AND 4),
  reminder_date date NOT NULL,
  time_created timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, account_id) REFERENCES account (provider_id, id),
  FOREIGN KEY (provider_id, invoice_id) REFERENCES invoice (provider_id, id)
);
COMMENT ON TABLE payment_reminder IS 'Steps of the reminder ladder that an invoice has reached, each once.';
COMMENT ON COLUMN payment_reminder.step IS '1 to 3, and 4 for the final reminder.';
COMMENT ON COLUMN payment_reminder.reminder_date IS 'The day of the e-mail, which lists all invoices of the account with this day.';
CREATE UNIQUE INDEX payment_reminder_once ON payment_reminder (provider_id, invoice_id, step);
CREATE INDEX payment_reminder_day ON payment_reminder (provider_id, account_id, reminder_date);
CALL tenant_table('payment_reminder', NULL, 'Its own record of what was sent when.');

CREATE TABLE payment_promise (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  account_id bigint NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  promised_date date NOT NULL,
  promised_by text NOT NULL,
  note text NOT NULL DEFAULT '',
  created_by text NOT NULL,
  time_created timestamptz NOT NULL,
  time_withdrawn timestamptz,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, account_id) REFERENCES account (provider_id, id)
);
COMMENT ON TABLE payment_promise IS 'Promises of customers to pay. Payments decide whether they are kept, so this is not stored.';
COMMENT ON COLUMN payment_promise.amount IS 'Cents.';
COMMENT ON COLUMN payment_promise.promised_by IS 'Who promised it.';
CREATE INDEX payment_promise_account ON payment_promise (provider_id, account_id, id DESC);
CALL tenant_table('payment_promise', 'payment_promise', 'id');

-- Invoices, credit notes, statements, reminders and warnings that are sent by e-mail, and where each account gets them.
-- compatible-from: 0034
CREATE TABLE billing_preference (
  provider_id integer NOT NULL REFERENCES provider (id),
  account_id bigint NOT NULL,
  invoice_emails text NOT NULL DEFAULT '',
  statement_emails text NOT NULL DEFAULT '',
  attach_csv boolean NOT NULL DEFAULT false,
  attach_ubl boolean NOT NULL DEFAULT false,
  send_reminders boolean NOT NULL DEFAULT true,
  PRIMARY KEY (provider_id, account_id),
  FOREIGN KEY (provider_id, account_id) REFERENCES account (provider_id, id)
);
COMMENT ON TABLE billing_preference IS 'How an account gets its documents by e-mail; an account without a row has the defaults.';
COMMENT ON COLUMN billing_preference.invoice_emails IS 'Addresses for invoices, credit notes, reminders and warnings, separated by commas; empty: the billing contact.';
COMMENT ON COLUMN billing_preference.statement_emails IS 'Addresses for statements, separated by commas; empty: as for invoices.';
CALL tenant_table('billing_preference', 'account', 'account_id');

CREATE TABLE document_delivery (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL CHECK (kind IN ('invoice', 'credit-note', 'statement', 'reminder', 'hold-warning')),
  document_key text NOT NULL,
  account_id bigint NOT NULL,
  invoice_id bigint,
  credit_note_id bigint,
  start_date date,
  end_date date,
  recipient text NOT NULL,
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sent', 'failed')),
  attempts integer NOT NULL DEFAULT 0,
  send_number integer NOT NULL DEFAULT 1,
  message_id text,
  error text,
  created_by text NOT NULL,
  time_created timestamptz NOT NULL,
  time_sent timestamptz,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, account_id) REFERENCES account (provider_id, id),
  FOREIGN KEY (provider_id, invoice_id) REFERENCES invoice (provider_id, id),
  FOREIGN KEY (provider_id, credit_note_id) REFERENCES credit_note (provider_id, id)
);
COMMENT ON TABLE document_delivery IS 'Documents sent to customers: one row for each document and recipient, so that each is sent once.';
COMMENT ON COLUMN document_delivery.document_key IS 'Id of the invoice or credit note; account and days of a statement; account and day of a reminder; account and cause of a warning.';
COMMENT ON COLUMN document_delivery.start_date IS 'First day of a statement.';
COMMENT ON COLUMN document_delivery.end_date IS 'Last day of a statement.';
COMMENT ON COLUMN document_delivery.attempts IS 'How often it was handed to the mail server.';
COMMENT ON COLUMN document_delivery.send_number IS 'Raised when a person sends a sent document again, so that it is a new message.';
COMMENT ON COLUMN document_delivery.message_id IS 'Id that the mail server assigned.';
COMMENT ON COLUMN document_delivery.error IS 'Why it was not sent; null when it was, or waits for its first attempt.';
CREATE UNIQUE INDEX document_delivery_once ON document_delivery (provider_id, kind, document_key, recipient);
CREATE INDEX document_delivery_account ON document_delivery (provider_id, account_id, id DESC);
CREATE INDEX document_delivery_invoice ON document_delivery (provider_id, invoice_id) WHERE invoice_id IS NOT NULL;
CREATE INDEX document_delivery_credit_note ON document_delivery (provider_id, credit_note_id)
  WHERE credit_note_id IS NOT NULL;
CREATE INDEX document_delivery_newest ON document_delivery (provider_id, time_created DESC, id DESC);
CALL tenant_table('document_delivery', NULL, 'Its own record of what was sent when and by whom.');

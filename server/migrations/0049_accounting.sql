-- compatible-from: 0041
-- Exports for accounting programs: account codes, batches with their documents, and connections.

CREATE TABLE accounting_account (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  place text NOT NULL,
  code text NOT NULL CHECK (code <> ''),
  modified_by text NOT NULL,
  time_modified timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id)
);
COMMENT ON TABLE accounting_account IS 'Account codes of the accounting program by ledger account.';
COMMENT ON COLUMN accounting_account.place IS 'Our side: a ledger account such as revenue:surcharge, a service level, or a kind of VAT.';
COMMENT ON COLUMN accounting_account.code IS 'The code in the accounting program.';
CREATE UNIQUE INDEX accounting_account_place ON accounting_account (provider_id, place);
CALL tenant_table('accounting_account', 'accounting_account', 'id');

CREATE TABLE accounting_export (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  export_number bigint NOT NULL,
  format text NOT NULL CHECK (format IN ('csv', 'sage', 'xero', 'quickbooks')),
  start_date date NOT NULL,
  end_date date NOT NULL,
  documents integer NOT NULL,
  total bigint NOT NULL,
  files jsonb NOT NULL,
  created_by text NOT NULL,
  time_created timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id)
);
COMMENT ON TABLE accounting_export IS 'Batches of documents exported for an accounting program; never changed.';
COMMENT ON COLUMN accounting_export.export_number IS 'Counted per company without gaps.';
COMMENT ON COLUMN accounting_export.documents IS 'Number of documents.';
COMMENT ON COLUMN accounting_export.total IS 'Cents; the sum of the totals of its invoices.';
COMMENT ON COLUMN accounting_export.files IS 'Names, rows and SHA-256 of the files, which are made again from the documents.';
CREATE UNIQUE INDEX accounting_export_number ON accounting_export (provider_id, export_number);
CALL tenant_table('accounting_export', 'accounting_export', 'id');
REVOKE UPDATE, DELETE ON accounting_export FROM courier_app, courier_platform;

CREATE TABLE accounting_export_document (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  export_id bigint NOT NULL,
  kind text NOT NULL CHECK (kind IN ('invoice', 'credit-note', 'receipt', 'journal')),
  document_id bigint NOT NULL,
  content jsonb NOT NULL,
  sending text NOT NULL DEFAULT '' CHECK (sending IN ('', 'waiting', 'sent', 'failed')),
  external_ids text[] NOT NULL DEFAULT '{}',
  error text NOT NULL DEFAULT '',
  attempts integer NOT NULL DEFAULT 0,
  next_attempt timestamptz,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, export_id) REFERENCES accounting_export (provider_id, id)
);
COMMENT ON TABLE accounting_export_document IS 'Documents of export batches, as they were exported.';
COMMENT ON COLUMN accounting_export_document.document_id IS 'Id of the invoice or credit note; of the transaction for receipts and journals.';
COMMENT ON COLUMN accounting_export_document.content IS 'The document with its lines and account codes at the time.';
COMMENT ON COLUMN accounting_export_document.sending IS 'How far it is on its way to the accounting program; empty: not sent.';
COMMENT ON COLUMN accounting_export_document.external_ids IS 'Ids of the records that it became in the accounting program.';
-- A document is exported once.
CREATE UNIQUE INDEX accounting_export_document_once ON accounting_export_document (provider_id, kind, document_id);
CREATE INDEX accounting_export_document_of_export ON accounting_export_document (provider_id, export_id, id);
CREATE INDEX accounting_export_document_waiting ON accounting_export_document (provider_id, id)
  WHERE sending = 'waiting';
CALL tenant_table('accounting_export_document', NULL, 'Copies of documents; the batch they belong to is audited.');
REVOKE UPDATE, DELETE ON accounting_export_document FROM courier_app, courier_platform;
GRANT UPDATE (sending, external_ids, error, attempts, next_attempt) ON accounting_export_document TO courier_app;

CREATE TABLE accounting_connection (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  system text NOT NULL CHECK (system IN ('xero', 'quickbooks')),
  organisation text NOT NULL,
  credentials_sealed text NOT NULL,
  access_token_sealed text,
  access_token_until timestamptz,
  paused_until timestamptz,
  problem text NOT NULL DEFAULT '',
  is_active boolean NOT NULL DEFAULT true,
  modified_by text NOT NULL,
  time_modified timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id)
);
COMMENT ON TABLE accounting_connection IS 'Connections to accounting programs.';
COMMENT ON COLUMN accounting_connection.organisation IS 'Tenant id of Xero, realm id of QuickBooks.';
COMMENT ON COLUMN accounting_connection.credentials_sealed IS 'Client id, client secret and refresh token.';
COMMENT ON COLUMN accounting_connection.paused_until IS 'The program asked us to send nothing before.';
COMMENT ON COLUMN accounting_connection.problem IS 'Why the program cannot be reached; empty when it can.';
COMMENT ON COLUMN accounting_connection.is_active IS 'False when the program no longer accepts our sign-in.';
CREATE UNIQUE INDEX accounting_connection_system ON accounting_connection (provider_id, system);
CALL tenant_table('accounting_connection', 'accounting_connection', 'id');

-- The VAT return reads the entries of a period.
CREATE INDEX ledger_entry_period ON ledger_entry (provider_id, time_created) WHERE ledger_account <> 'customer-balance';

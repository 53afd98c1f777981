-- What the frame around every page asks for.

-- Display ids of what the provider owes the platform, shown to its staff while its status is overdue.
ALTER TABLE provider ADD COLUMN overdue_invoices text[] NOT NULL DEFAULT '{}';
-- So that a client that asks what changed is told of a changed role.
ALTER TABLE role ADD COLUMN time_modified timestamptz NOT NULL DEFAULT now();

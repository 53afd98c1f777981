-- Branches that people add, change and remove. A removed one keeps its name for the shipments it has served.

ALTER TABLE branch ADD COLUMN contact_name text NOT NULL DEFAULT '';
-- Open and close per weekday; none: the office hours of the company.
ALTER TABLE branch ADD COLUMN working_hours jsonb;
ALTER TABLE branch ADD COLUMN deleted_date timestamptz;

DROP INDEX branch_name;
CREATE UNIQUE INDEX branch_name ON branch (provider_id, lower(name)) WHERE deleted_date IS NULL;

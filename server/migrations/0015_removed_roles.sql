-- A removed role stays for the history: users who were removed before it had it, the audit names it, and its id is
-- never given to another role.

ALTER TABLE role ADD COLUMN deleted_date timestamptz;

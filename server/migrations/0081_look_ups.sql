-- compatible-from: 0063
-- A schedule looks for rejected uploads every half minute.
CREATE INDEX stored_file_refused ON stored_file (provider_id, time_created) WHERE state = 'refused';
-- Each booking looks for entries with the same contact.
CREATE INDEX address_book_contact ON address_book_entry (provider_id, account_id, contact_name, mobile_number);
-- Accounts belong to one company; without this the planner expects less than one entry for each.
CREATE STATISTICS address_book_accounts (dependencies) ON provider_id, account_id FROM address_book_entry;

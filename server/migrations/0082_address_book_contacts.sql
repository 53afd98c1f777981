-- compatible-from: 0063
-- A booking looks for the entries of a contact in all books, and then for the account: an index that begins with the
-- account would let the planner read a whole long book when most books are short.
DROP INDEX address_book_contact;
CREATE INDEX address_book_contact ON address_book_entry (provider_id, contact_name, mobile_number, account_id);
DROP STATISTICS address_book_accounts;

-- Days to pay that count from the statement, which closes the month of the invoice.
ALTER TABLE account ADD COLUMN payment_terms_from_statement boolean NOT NULL DEFAULT false;

-- The label format of an account takes the place of the company's, so it has the same key.
UPDATE account_setting SET key = 'default_label_format' WHERE key = 'label_format';

-- compatible-from: 0028
ALTER TABLE account ADD COLUMN hold_message text;
COMMENT ON COLUMN account.hold_message IS 'Why a person has put the account on hold; null while none has.';

-- What the platform allows a company beyond its own settings (SET-024, SET-025).
ALTER TABLE provider ADD COLUMN allow_idm boolean NOT NULL DEFAULT false;
ALTER TABLE provider ADD COLUMN allow_whatsapp boolean NOT NULL DEFAULT false;

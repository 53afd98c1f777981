-- Where both have to be proved, the code of the e-mail was entered and the one for the phone is still out.
ALTER TABLE registration ADD COLUMN is_email_proved boolean NOT NULL DEFAULT false;

-- What is known of drivers beside their name, branch and registration number (0002).
ALTER TABLE app_user
  ADD COLUMN vehicle_type text NOT NULL DEFAULT '',
  -- 0: unknown.
  ADD COLUMN vehicle_max_kg double precision NOT NULL DEFAULT 0,
  ADD COLUMN vehicle_max_m3 double precision NOT NULL DEFAULT 0,
  ADD COLUMN licence_expiry date,
  ADD COLUMN pay_plan text NOT NULL DEFAULT '';

-- compatible-from: 0027
-- Public holidays follow from the law for any year; the table keeps what a company says otherwise.
ALTER TABLE holiday ADD COLUMN is_working boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN holiday.is_working IS 'The company works on this day, which is a holiday by law.';
COMMENT ON TABLE holiday IS 'Days of which a company says itself whether they are public holidays; all others are as the law has them.';

-- Lists were whole until now: a national day that a company had taken out of a year it kept a list for is worked on.
-- No person did this, so it is not audited; the owner of the tables sees no rows while row security is forced on it.
ALTER TABLE holiday NO FORCE ROW LEVEL SECURITY;
ALTER TABLE holiday DISABLE TRIGGER audit;
INSERT INTO holiday (provider_id, date, is_working)
SELECT kept.provider_id, law.date, true
FROM (
  SELECT provider_id, extract(year FROM date) AS year FROM holiday GROUP BY 1, 2 HAVING count(*) >= 6
) kept
JOIN (VALUES
    ('2025-01-01'::date), ('2025-03-21'), ('2025-04-18'), ('2025-04-21'), ('2025-04-27'), ('2025-04-28'), ('2025-05-01'),
    ('2025-06-16'), ('2025-08-09'), ('2025-09-24'), ('2025-12-16'), ('2025-12-25'), ('2025-12-26'), ('2026-01-01'),
    ('2026-03-21'), ('2026-04-03'), ('2026-04-06'), ('2026-04-27'), ('2026-05-01'), ('2026-06-16'), ('2026-08-09'),
    ('2026-08-10'), ('2026-09-24'), ('2026-12-16'), ('2026-12-25'), ('2026-12-26'), ('2027-01-01'), ('2027-03-21'),
    ('2027-03-22'), ('2027-03-26'), ('2027-03-29'), ('2027-04-27'), ('2027-05-01'), ('2027-06-16'), ('2027-08-09'),
    ('2027-09-24'), ('2027-12-16'), ('2027-12-25'), ('2027-12-26'), ('2027-12-27'), ('2028-01-01'), ('2028-03-21'),
    ('2028-04-14'), ('2028-04-17'), ('2028-04-27'), ('2028-05-01'), ('2028-06-16'), ('2028-08-09'), ('2028-09-24'),
    ('2028-09-25'), ('2028-12-16'), ('2028-12-25'), ('2028-12-26'), ('2029-01-01'), ('2029-03-21'), ('2029-03-30'),
    ('2029-04-02'), ('2029-04-27'), ('2029-05-01'), ('2029-06-16'), ('2029-08-09'), ('2029-09-24'), ('2029-12-16'),
    ('2029-12-17'), ('2029-12-25'), ('2029-12-26'), ('2030-01-01'), ('2030-03-21'), ('2030-04-19'), ('2030-04-22'),
    ('2030-04-27'), ('2030-05-01'), ('2030-06-16'), ('2030-06-17'), ('2030-08-09'), ('2030-09-24'), ('2030-12-16'),
    ('2030-12-25'), ('2030-12-26'), ('2031-01-01'), ('2031-03-21'), ('2031-04-11'), ('2031-04-14'), ('2031-04-27'),
    ('2031-04-28'), ('2031-05-01'), ('2031-06-16'), ('2031-08-09'), ('2031-09-24'), ('2031-12-16'), ('2031-12-25'),
    ('2031-12-26'), ('2032-01-01'), ('2032-03-21'), ('2032-03-22'), ('2032-03-26'), ('2032-03-29'), ('2032-04-27'),
    ('2032-05-01'), ('2032-06-16'), ('2032-08-09'), ('2032-09-24'), ('2032-12-16'), ('2032-12-25'), ('2032-12-26'),
    ('2032-12-27')
) law (date) ON extract(year FROM law.date) = kept.year
WHERE NOT EXISTS (SELECT FROM holiday h WHERE h.provider_id = kept.provider_id AND h.date = law.date);
ALTER TABLE holiday ENABLE TRIGGER audit;
ALTER TABLE holiday FORCE ROW LEVEL SECURITY;

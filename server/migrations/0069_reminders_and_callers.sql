-- compatible-from: 0063
-- Reminders of notes on shipments, and the search of the caller card (decision 0138).

ALTER TABLE shipment_note ADD COLUMN due_day date;
ALTER TABLE shipment_note ADD COLUMN assignee text;
ALTER TABLE shipment_note ADD COLUMN time_reminded timestamptz;
ALTER TABLE shipment_note ADD COLUMN time_done timestamptz;
ALTER TABLE shipment_note ADD COLUMN done_by text;
ALTER TABLE shipment_note ADD CONSTRAINT shipment_note_reminder CHECK ((due_day IS NULL) = (assignee IS NULL));
COMMENT ON COLUMN shipment_note.due_day IS 'Day on which the assignee is reminded in the inbox.';
COMMENT ON COLUMN shipment_note.assignee IS 'Username of the staff member who is reminded.';
COMMENT ON COLUMN shipment_note.time_done IS 'When the reminder or the required action was marked as done.';
CREATE INDEX shipment_note_due ON shipment_note (provider_id, due_day)
  WHERE due_day IS NOT NULL AND time_reminded IS NULL AND time_done IS NULL;

-- The newest shipments whose text contains every word, and whether there are more. It reads the newest texts first,
-- which is quick for a word that many shipments contain; if they have too few, it reads the trigram index, up to
-- max_indexed shipments. Above that number the older ones are left out, and is_more says so.
CREATE FUNCTION find_newest_shipments(
  words text[], at_most integer, newest integer, max_indexed integer, OUT ids bigint[], OUT is_more boolean
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
SET enable_seqscan = off SET enable_indexscan = on SET jit = off AS $$
DECLARE
  company integer := current_setting('app.provider')::int;
  contains text := (SELECT string_agg(format('haystack LIKE %L', '%' || word || '%'), ' AND ') FROM unnest(words) word);
  indexed bigint[];
BEGIN
  EXECUTE format(
    'SELECT array_agg(shipment_id ORDER BY shipment_id DESC) FROM (
       SELECT shipment_id FROM (
         SELECT shipment_id, haystack FROM shipment_search WHERE provider_id = $1 ORDER BY shipment_id DESC LIMIT $2
       ) recent WHERE %s ORDER BY shipment_id DESC LIMIT $3
     ) found', contains) INTO ids USING company, newest, at_most + 1;
  ids := coalesce(ids, '{}');
  is_more := cardinality(ids) > at_most;
  IF NOT is_more THEN
    -- Only the trigram index is quick here, whatever the planner expects of a limit. The setting ends with the function.
    PERFORM set_config('enable_indexscan', 'off', true);
    EXECUTE format(
      'SELECT array_agg(shipment_id ORDER BY shipment_id DESC) FROM (
         SELECT shipment_id FROM shipment_search WHERE provider_id = $1 AND %s LIMIT $2
       ) found', contains) INTO indexed USING company, max_indexed + 1;
    indexed := coalesce(indexed, '{}');
    IF cardinality(indexed) > max_indexed THEN
      is_more := true;
    ELSE
      ids := indexed;
      is_more := cardinality(ids) > at_most;
    END IF;
  END IF;
  ids := ids[1:at_most];
END $$;
REVOKE ALL ON FUNCTION find_newest_shipments(text[], integer, integer, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_newest_shipments(text[], integer, integer, integer) TO courier_app;

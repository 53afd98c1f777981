-- compatible-from: 0055
-- New search texts are appended to a list, which the application moves into the index every few seconds: writing each of
-- the 134 entries of a booking at once took a third of its work in the database (decision 0122). A search also reads the
-- list, which is therefore short; a request moves it only if the application did not for a while.
ALTER INDEX shipment_search_text SET (fastupdate = on, gin_pending_list_limit = 2048);

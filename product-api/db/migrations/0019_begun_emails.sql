-- Whether the email was handed to the mail server in this try: only such a one is in doubt if its process dies.
alter table send_recipients add column is_begun boolean not null default false;
-- Of what is being sent right now nobody has written that down.
update send_recipients set is_begun = true where state = 'sending';

-- What was left in the queue of a send that had ended: as cancelled it comes with the next digest, as long as it is news.
update send_recipients as r set state = 'cancelled' from sends
where sends.id = r.send_id and sends.state = 'done' and r.state = 'queued';

-- Since when a subscriber has this address; null: from the beginning.
alter table subscribers add column email_since timestamptz(3);

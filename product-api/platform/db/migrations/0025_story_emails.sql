-- The subject and the preview line of the email about a story, if they differ from its title and subtitle.
alter table contents add email_subject text, add email_preview text;
alter table working_copies add email_subject text, add email_preview text;
alter table revisions add email_subject text, add email_preview text;

-- Whether replies to emails about an author's stories go to the account's proven address.
alter table users add takes_replies boolean not null default false;

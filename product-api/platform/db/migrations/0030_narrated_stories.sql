-- Whether an author's stories may be read aloud by the site's voice.
alter table users add may_be_narrated boolean not null default true;

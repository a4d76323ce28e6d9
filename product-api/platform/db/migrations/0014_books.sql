-- Whether there is a summary of a book already, whatever its letters' case; the book itself stands in contents since 0001.
create index contents_book on contents (lower(book_title), lower(book_author))
  where book_title is not null and book_author is not null and deleted_at is null;

-- Added in place: to make the table again would take the rows that refer to it along.
ALTER TABLE "Payment" ADD COLUMN "history" TEXT NOT NULL DEFAULT '';

-- DropTrigger: nothing counts lines ahead any more.
DROP TRIGGER "Transaction_insert_mark";
DROP TRIGGER "Transaction_delete_mark";
DROP TRIGGER "CardTransaction_insert_mark";
DROP TRIGGER "CardTransaction_delete_mark";

-- DropTable
PRAGMA foreign_keys=off;
DROP TABLE "StatementMark";
PRAGMA foreign_keys=on;

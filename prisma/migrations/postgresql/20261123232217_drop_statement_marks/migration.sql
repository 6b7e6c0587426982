-- DropTrigger: nothing counts lines ahead any more.
DROP TRIGGER "Transaction_insert_mark" ON "Transaction";
DROP TRIGGER "Transaction_delete_mark" ON "Transaction";
DROP TRIGGER "CardTransaction_insert_mark" ON "CardTransaction";
DROP TRIGGER "CardTransaction_delete_mark" ON "CardTransaction";
DROP FUNCTION "Transaction_count"();
DROP FUNCTION "CardTransaction_count"();

-- DropTable
DROP TABLE "StatementMark";

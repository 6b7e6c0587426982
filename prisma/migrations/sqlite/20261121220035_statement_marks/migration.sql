-- DropIndex
DROP INDEX "CardTransaction_worldId_cardAccountId_bookingDate_id_idx";

-- DropIndex
DROP INDEX "Transaction_worldId_accountId_bookingDate_id_idx";

-- CreateTable
CREATE TABLE "StatementMark" (
    "worldId" TEXT NOT NULL,
    "holderId" TEXT NOT NULL,
    "bookingDate" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "lines" INTEGER NOT NULL,

    PRIMARY KEY ("worldId", "holderId", "bookingDate", "id"),
    CONSTRAINT "StatementMark_worldId_fkey" FOREIGN KEY ("worldId") REFERENCES "World" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "CardTransaction_worldId_cardAccountId_bookingDate_id_originalAmountMinor_idx" ON "CardTransaction"("worldId", "cardAccountId", "bookingDate", "id", "originalAmountMinor");

-- CreateIndex
CREATE INDEX "Transaction_worldId_accountId_bookingDate_id_amountMinor_idx" ON "Transaction"("worldId", "accountId", "bookingDate", "id", "amountMinor");

-- Triggers, which the schema has no words for: whoever adds or takes away a line that a mark counts, the mark counts on.
CREATE TRIGGER "Transaction_insert_mark" AFTER INSERT ON "Transaction" BEGIN
    UPDATE "StatementMark" SET "lines" = "lines" + 1
    WHERE "worldId" = NEW."worldId" AND "holderId" = NEW."accountId" AND ("bookingDate", "id") = (
        SELECT "bookingDate", "id" FROM "StatementMark"
        WHERE "worldId" = NEW."worldId" AND "holderId" = NEW."accountId" AND ("bookingDate", "id") >= (NEW."bookingDate", NEW."id")
        ORDER BY "bookingDate", "id" LIMIT 1);
END;
CREATE TRIGGER "Transaction_delete_mark" AFTER DELETE ON "Transaction" BEGIN
    UPDATE "StatementMark" SET "lines" = "lines" - 1
    WHERE "worldId" = OLD."worldId" AND "holderId" = OLD."accountId" AND ("bookingDate", "id") = (
        SELECT "bookingDate", "id" FROM "StatementMark"
        WHERE "worldId" = OLD."worldId" AND "holderId" = OLD."accountId" AND ("bookingDate", "id") >= (OLD."bookingDate", OLD."id")
        ORDER BY "bookingDate", "id" LIMIT 1);
END;
CREATE TRIGGER "CardTransaction_insert_mark" AFTER INSERT ON "CardTransaction" BEGIN
    UPDATE "StatementMark" SET "lines" = "lines" + 1
    WHERE "worldId" = NEW."worldId" AND "holderId" = NEW."cardAccountId" AND ("bookingDate", "id") = (
        SELECT "bookingDate", "id" FROM "StatementMark"
        WHERE "worldId" = NEW."worldId" AND "holderId" = NEW."cardAccountId" AND ("bookingDate", "id") >= (NEW."bookingDate", NEW."id")
        ORDER BY "bookingDate", "id" LIMIT 1);
END;
CREATE TRIGGER "CardTransaction_delete_mark" AFTER DELETE ON "CardTransaction" BEGIN
    UPDATE "StatementMark" SET "lines" = "lines" - 1
    WHERE "worldId" = OLD."worldId" AND "holderId" = OLD."cardAccountId" AND ("bookingDate", "id") = (
        SELECT "bookingDate", "id" FROM "StatementMark"
        WHERE "worldId" = OLD."worldId" AND "holderId" = OLD."cardAccountId" AND ("bookingDate", "id") >= (OLD."bookingDate", OLD."id")
        ORDER BY "bookingDate", "id" LIMIT 1);
END;

-- DropForeignKey
ALTER TABLE "FixturePart" DROP CONSTRAINT "FixturePart_uploadId_fkey";

-- DropTable
DROP TABLE "FixturePart";

-- DropTable
DROP TABLE "FixtureUpload";
